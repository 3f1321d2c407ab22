// Light, dark, or as the system has it; the choice is this browser's.
import { useEffect, useState } from "preact/hooks";
import { words } from "../words/words.ts";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEPT_AS = "memoryd-theme";

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEPT_AS);
  return THEMES.find((theme) => theme === kept) ?? "auto";
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    applyTheme(theme);
    localStorage.setItem(KEPT_AS, theme);
  }, [theme]);
  return (
    <label class="theme-choice">
      <span>{words.common.theme.title}</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {words.common.theme[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
