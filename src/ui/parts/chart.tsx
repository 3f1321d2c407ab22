// Numbers over time.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { clockOf } from "../times.ts";
import { words } from "../words/words.ts";
import "uplot/dist/uPlot.min.css";

export interface Line {
  readonly label: string;
  /** Of each time; null: nothing was measured. */
  readonly values: readonly (number | null)[];
  /** A colour of the style, such as `--accent`. */
  readonly colour: string;
  readonly fill?: boolean;
}

export interface ChartProps {
  readonly label: string;
  /** What the chart shows, in words, for those who do not see it. */
  readonly summary: string;
  /** In seconds since the epoch, ascending. */
  readonly times: readonly number[];
  /** The same labels and colours each time. */
  readonly lines: readonly Line[];
  readonly unit: (value: number) => string;
  readonly height?: number;
}

const NARROWEST = 200;

/** New numbers are drawn into the chart that is there, so that a pointer in it stays where it is. */
export function Chart(props: ChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { times, lines, height = 180 } = props;
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const draw = () => {
      plot.current?.destroy();
      plot.current = new uPlot(optionsOf(props, element, height), dataOf(props), element);
    };
    draw();
    const size = new ResizeObserver(() =>
      plot.current?.setSize({ width: Math.max(NARROWEST, element.clientWidth), height }),
    );
    size.observe(element);
    const endThemes = watchThemes(draw);
    return () => {
      size.disconnect();
      endThemes();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [height, lines.map(({ label, colour }) => label + colour).join()]);
  useEffect(() => plot.current?.setData(dataOf(props)), [times, lines]);
  return (
    <figure class="chart">
      <figcaption>{props.label}</figcaption>
      <div ref={ref} role="img" aria-label={props.summary} />
    </figure>
  );
}

function dataOf({ times, lines }: ChartProps): uPlot.AlignedData {
  return [times as number[], ...lines.map(({ values }) => values as (number | null)[])];
}

/** A canvas has no variables and no colours for light or dark: `painted` by the browser they are plain ones. */
function painter(element: HTMLElement): (colour: string) => string {
  return (colour) => {
    element.style.color = colour;
    const painted = getComputedStyle(element).color;
    element.style.removeProperty("color");
    return painted;
  };
}

function watchThemes(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  system.addEventListener("change", changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", changed);
    chosen.disconnect();
  };
}

function optionsOf({ lines, unit }: ChartProps, element: HTMLElement, height: number): uPlot.Options {
  const paint = painter(element);
  const grid = { stroke: paint("var(--line)"), width: 1 };
  const axis = { stroke: paint("var(--muted)"), grid, ticks: { show: false } };
  const clock = (seconds: number) => clockOf(new Date(seconds * 1_000).toISOString());
  return {
    width: Math.max(NARROWEST, element.clientWidth),
    height,
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    axes: [
      { ...axis, space: 70, values: (_, splits) => splits.map(clock) },
      { ...axis, size: 64, values: (_, values) => values.map((value) => unit(value)) },
    ],
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
    series: [
      { label: words.common.time, value: (_, value) => (value === null ? "–" : clock(value)) },
      ...lines.map(({ label, colour, fill }): uPlot.Series => {
        const stroke = paint(`var(${colour})`);
        return {
          ...{ label, stroke, width: 1.5, spanGaps: false },
          ...(fill === true ? { fill: paint(`color-mix(in srgb, var(${colour}) 18%, transparent)`) } : {}),
          points: { show: true, size: 4, fill: stroke, filter: alone },
          value: (_, value) => (value === null ? "–" : unit(value)),
        };
      }),
    ],
  };
}

/** Between two gaps there is no line to see: such a number is a point. */
function alone(plot: uPlot, series: number): number[] {
  const values = plot.data[series] ?? [];
  const isGap = (index: number) => (values[index] ?? null) === null;
  return [...values.keys()].filter((index) => !isGap(index) && isGap(index - 1) && isGap(index + 1));
}
