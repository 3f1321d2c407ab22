// The checker without its native parts, which would be another program for each platform.
declare module "recheck/lib/browser.js" {
  export { checkSync } from "recheck";
}
