// Writes a key file, and kills itself at a given step: for tests of what is left then.
import { keyFileAt } from "../../../src/storage/files/key-file.ts";

const [path = "", at = ""] = process.argv.slice(2);

keyFileAt(path, (step) => {
  if (step === at) process.kill(process.pid, "SIGKILL");
}).write("one\n");
