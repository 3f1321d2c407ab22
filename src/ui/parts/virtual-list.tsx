// A long list of which only what is in sight is on the page; items may have any height.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Pages } from "../load.ts";
import { words } from "../words/words.ts";
import { Empty, FailureNote } from "./basics.tsx";

/** Items beyond the edge of what is in sight that are there already. */
const OVERSCAN = 8;
/** Pixels of the edge around the list. */
const BORDERS = 2;
/** So near the end the next page is asked for. */
const NEAR_END = 20;

export interface VirtualListProps<T> {
  readonly label: string;
  readonly pages: Pages<T>;
  readonly keyOf: (item: T) => string;
  /** Pixels that an item takes, more or less; it is measured once it is there. */
  readonly height: number;
  readonly empty?: ComponentChildren;
  readonly children: (item: T, index: number) => ComponentChildren;
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { pages, keyOf, height } = props;
  const { items } = pages;
  const room = useRef<HTMLElement>(null);
  const [, redraw] = useState(0);
  // Another function means another list: all its items would be placed anew at each step of the scrolling.
  const getItemKey = useCallback((index: number) => keyOf(items[index]!), [items]);
  const options: VirtualizerOptions<HTMLElement, HTMLElement> = {
    count: items.length,
    getScrollElement: () => room.current,
    estimateSize: () => height,
    getItemKey,
    overscan: OVERSCAN,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw((old) => old + 1),
  };
  const [virtual] = useState(() => new Virtualizer(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  // A short list takes no more room than it needs.
  const isShort = pages.isWhole && items.length > 0 && pages.failure === null;
  const most = isShort ? { maxHeight: `${virtual.getTotalSize() + BORDERS}px` } : {};
  useEffect(() => {
    if (items.length > 0 && last >= items.length - NEAR_END) pages.more();
  }, [last, items.length]);
  return (
    <section class="virtual" ref={room} style={most} aria-label={props.label} aria-busy={pages.loading}>
      {pages.failure !== null && <FailureNote failure={pages.failure} onRetry={pages.reload} />}
      {items.length === 0 && pages.isWhole && <Empty>{props.empty}</Empty>}
      {items.length === 0 && pages.loading && <p class="muted loading">{words.common.loading}</p>}
      <ul class="virtual-room" style={{ height: `${virtual.getTotalSize()}px` }}>
        {shown.map(({ index, key, start }) => (
          <li
            key={key}
            class="virtual-item"
            aria-posinset={index + 1}
            aria-setsize={pages.isWhole ? items.length : -1}
            data-index={index}
            ref={(element) => virtual.measureElement(element)}
            style={{ transform: `translateY(${start}px)` }}
          >
            {props.children(items[index]!, index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
