// Types for the text analysis packages that ship none.
declare module "wink-porter2-stemmer" {
  function stem(word: string): string;
  export = stem;
}

declare module "stopword" {
  export const ara: readonly string[];
  export const bul: readonly string[];
  export const dan: readonly string[];
  export const deu: readonly string[];
  export const ell: readonly string[];
  export const fin: readonly string[];
  export const fra: readonly string[];
  export const hin: readonly string[];
  export const hun: readonly string[];
  export const hye: readonly string[];
  export const ind: readonly string[];
  export const ita: readonly string[];
  export const nld: readonly string[];
  export const nob: readonly string[];
  export const por: readonly string[];
  export const ron: readonly string[];
  export const rus: readonly string[];
  export const spa: readonly string[];
  export const swe: readonly string[];
  export const tur: readonly string[];
  export const ukr: readonly string[];
}
