// When a question says that something was.

/**
 * When a question says that something was. `calendar` recurs: "in May" without a year is every May. Its fields are UTC
 * calendar numbers, month 1 to 12, null where the question leaves them open; one of them at least is not. `range`: ms
 * since the epoch, half open.
 */
export type TimeCue =
  | {
      readonly kind: "calendar";
      readonly year: number | null;
      readonly month: number | null;
      readonly day: number | null;
    }
  | { readonly kind: "range"; readonly from: number; readonly to: number };
