// Finds addresses, telephone numbers and numbers of identity, each by the way it is written.
import { linear } from "../matching/linear-expression.ts";
import { finderOf, onlyWhere } from "./span.ts";

const EMAIL = linear(
  /(?<=mailto:|[^A-Za-z0-9._%+\-/:]|^)[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,5}\.[A-Za-z]{2,24}(?![A-Za-z0-9@-])(?!:[\w/~])/dg,
);

export const EMAIL_FINDERS = [onlyWhere(/@/, finderOf(EMAIL, "email address"))];

/** A telephone number with its country code, or in the North American form. */
const FULL_PHONE = linear(
  /(?<![\w+])\+[1-9](?:[ .()/-]{0,2}\d){6,14}(?!\d)|(?<![\w.+/-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[.-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/dg,
);
/** Any other row of digits is a telephone number only where the text says so. */
const SAID_PHONE = linear(
  /(?<!\p{L})(?:phone|mobile|cell|tel|telephone|whatsapp|fax|handy|telefon|téléphone|teléfono|telefono|móvil|call me|text me|reach me|ring me|my number)(?: ?(?:number|nummer|no\.?|nr\.?|is|ist|es|est|on|at|under|:|\.)){0,3} ?([(]?\d(?:[ ()./-]{0,2}\d){6,13})(?![\w-])/dgiu,
);

export const PHONE_FINDERS = [FULL_PHONE, SAID_PHONE].map((pattern) => finderOf(pattern, "phone number"));

const SSN = /(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/dg;
const SAID_SSN =
  /(?<!\p{L})(?:ssn|social security(?: (?:number|no\.?))?)(?: ?(?:is|:|=|#)){0,2} ?((?!000|666|9\d\d)\d{3} ?(?!00)\d{2} ?(?!0000)\d{4})(?![\w-])/dgiu;
/** United Kingdom: national insurance. */
const NINO = /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/dg;

export const ID_FINDERS = [SSN, SAID_SSN, NINO].map((pattern) => finderOf(pattern, "id number"));
