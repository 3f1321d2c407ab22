// The dashboard. It knows the API alone, and shows what the key of who is signed in may see.
import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme, readTheme } from "./parts/theme.tsx";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/parts.css";

applyTheme(readTheme());
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
