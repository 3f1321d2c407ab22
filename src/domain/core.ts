// A core divides an account's memory; `default` is virtual and always there.

export interface Core {
  readonly slug: string;
  readonly name: string;
  /** Put into every brief of the core; "" where none was given. */
  readonly context: string;
}
