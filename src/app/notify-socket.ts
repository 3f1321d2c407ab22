// Datagrams to the socket of the service manager, by libc itself: Bun has no datagrams for sockets of this family.
import { dlopen, FFIType, ptr } from "bun:ffi";

// From <sys/socket.h>, <sys/un.h> and <time.h> of Linux.
const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 0o2000002;
/** MSG_DONTWAIT | MSG_NOSIGNAL: a manager that does not read holds nothing up. */
const SEND_FLAGS = 0x4040;
const PATH_BYTES_MAX = 108;
const CLOCK_MONOTONIC = 1;

const { i32, i64, u32, u64, ptr: pointer } = FFIType;

export interface NotifySocket {
  /** False: it was not taken. */
  send(text: string): boolean;
  /** Of the clock that the manager compares with, in us. */
  monotonicUs(): bigint;
}

/** `address`: a path, or a name of Linux's abstract ones behind an `@`. Throws where there is no such socket here. */
export function openNotifySocket(address: string): NotifySocket {
  const { symbols: libc } = dlopen("libc.so.6", {
    socket: { args: [i32, i32, i32], returns: i32 },
    sendto: { args: [i32, pointer, u64, i32, pointer, u32], returns: i64 },
    clock_gettime: { args: [i32, pointer], returns: i32 },
  });
  const to = socketAddress(address);
  const socket = libc.socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
  if (socket < 0) throw new Error("no socket could be made");
  return {
    send(text) {
      const bytes = Buffer.from(text);
      return Number(libc.sendto(socket, ptr(bytes), bytes.length, SEND_FLAGS, ptr(to), to.length)) === bytes.length;
    },
    monotonicUs() {
      // struct timespec: [seconds: i64][nanoseconds: i64].
      const time = new BigInt64Array(2);
      libc.clock_gettime(CLOCK_MONOTONIC, ptr(time));
      const [seconds = 0n, nanoseconds = 0n] = time;
      return seconds * 1_000_000n + nanoseconds / 1_000n;
    },
  };
}

/** struct sockaddr_un: [family: u16][path, with a NUL behind it, or with one before it where the name is abstract]. */
function socketAddress(address: string): Buffer {
  const name = address.startsWith("@") ? `\0${address.slice(1)}` : `${address}\0`;
  const path = Buffer.from(name);
  if (!/^[/@]./.test(address) || path.length > PATH_BYTES_MAX) throw new Error(`${address} is no path of a socket`);
  return Buffer.concat([new Uint8Array(new Uint16Array([AF_UNIX]).buffer), path]);
}
