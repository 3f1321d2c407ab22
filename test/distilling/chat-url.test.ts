import { expect, test } from "bun:test";
import { chatUrlOf, EndpointSettingsError } from "../../src/distilling/endpoint-distiller.ts";
import { distillerOf } from "./chat-endpoint.ts";

test.each([
  ["http://127.0.0.1:8080/v1", ["127.0.0.1"], "http://127.0.0.1:8080/v1/chat/completions"],
  ["http://127.0.0.1:8080/v1//", ["127.0.0.1"], "http://127.0.0.1:8080/v1/chat/completions"],
  ["https://Models.LAN", ["box", "models.lan"], "https://models.lan/chat/completions"],
  ["http://box/api", ["BOX"], "http://box/api/chat/completions"],
  ["http://[::1]:9/v1", ["::1"], "http://[::1]:9/v1/chat/completions"],
  ["http://[::1]:9/v1", ["[::1]"], "http://[::1]:9/v1/chat/completions"],
])("%s may be asked where %p is allowed", (url, hosts, expected) => {
  expect(chatUrlOf(url, hosts)).toBe(expected);
});

test.each([
  ["127.0.0.1:8080", "The distiller's endpoint is not a URL."],
  ["", "The distiller's endpoint is not a URL."],
  ["localhost:8080", "The distiller's endpoint must be an http or https URL."],
  ["file:///etc/passwd", "The distiller's endpoint must be an http or https URL."],
  ["unix://127.0.0.1/v1", "The distiller's endpoint must be an http or https URL."],
  ["http://me@127.0.0.1/v1", "The distiller's endpoint must hold no user name and no password."],
  ["http://:sesame@127.0.0.1/v1", "The distiller's endpoint must hold no user name and no password."],
  ["http://127.0.0.1/v1?key=sesame", "The distiller's endpoint must have neither a query nor a fragment."],
  ["http://127.0.0.1/v1#v1", "The distiller's endpoint must have neither a query nor a fragment."],
  ["http://localhost/v1", "The distiller's host localhost is not among the allowed hosts: list it in distiller_hosts."],
  [
    "http://127.0.0.1.example.com/v1",
    "The distiller's host 127.0.0.1.example.com is not among the allowed hosts: list it in distiller_hosts.",
  ],
  [
    "http://example.com\\@127.0.0.1/v1",
    "The distiller's host example.com is not among the allowed hosts: list it in distiller_hosts.",
  ],
])("%s may not be asked where 127.0.0.1 is allowed", (url, message) => {
  expect(() => distillerOf(url)).toThrow(new EndpointSettingsError(message));
});

test("no host may be asked where none is allowed", () => {
  expect(() => chatUrlOf("http://127.0.0.1/v1", [])).toThrow(EndpointSettingsError);
  expect(() => chatUrlOf("http://127.0.0.1/v1", [""])).toThrow(EndpointSettingsError);
});
