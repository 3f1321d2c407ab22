// Numbers over time.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export interface Line {
  readonly label: string;
  /** Of each time; null: nothing was measured. */
  readonly values: readonly (number | null)[];
  /** A colour of the style, such as `--accent`. */
  readonly colour: string;
  readonly fill?: boolean;
}

/** `times` in seconds since the epoch, ascending. `summary` says in words what the chart shows, for those who do not see it. */
export function Chart(props: {
  label: string;
  summary: string;
  times: readonly number[];
  lines: readonly Line[];
  unit: (value: number) => string;
  height?: number;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const { times, lines, unit, height = 180 } = props;
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: Math.max(200, element.clientWidth),
        height,
        legend: { live: false },
        cursor: { points: { size: 6 } },
        axes: [axis, { ...axis, size: 64, values: (_, values) => values.map((value) => unit(value)) }],
        scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
        series: [
          {},
          ...lines.map((line) => ({
            label: line.label,
            stroke: colour(line.colour),
            width: 1.5,
            ...(line.fill === true ? { fill: `color-mix(in srgb, ${colour(line.colour)} 18%, transparent)` } : {}),
            points: { show: false },
            spanGaps: false,
            value: (_: uPlot, value: number | null) => (value === null ? "–" : unit(value)),
          })),
        ],
      },
      [times as number[], ...lines.map(({ values }) => values as (number | null)[])],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: Math.max(200, element.clientWidth), height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [times, lines]);
  return (
    <figure class="chart">
      <figcaption>{props.label}</figcaption>
      <div ref={ref} role="img" aria-label={props.summary} />
    </figure>
  );
}
