// The reader of strace's output, on lines as strace writes them.
import { expect, test } from "bun:test";
import { breachOf, readCalls } from "./strace-lines.ts";

const breachesOf = (output: string) => readCalls(output).map((call) => breachOf(call));

test("loopback, sockets of the machine and netlink are no breach", () => {
  const lines = [
    '41 connect(17, {sa_family=AF_INET, sin_port=htons(8787), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS (Operation now in progress)',
    '41 connect(17, {sa_family=AF_INET6, sin6_port=htons(8787), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '41 connect(17, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::ffff:127.0.0.1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '41 connect(5, {sa_family=AF_UNIX, sun_path="/run/some.sock"}, 110) = 0',
    "41 bind(3, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0",
    "41 sendto(3, [{nlmsg_len=20, nlmsg_type=RTM_GETLINK}, {ifi_family=AF_UNSPEC}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20",
    "41 socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_TCP) = 3",
    '41 bind(16, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("0.0.0.0")}, 16) = 0',
    '41 sendto(17, "HTTP/1.1 200 OK", 15, MSG_NOSIGNAL, NULL, 0) = 15',
    '41 openat(AT_FDCWD, "/etc/hosts", O_RDONLY|O_CLOEXEC) = 3',
    '41 connect(9, {sa_family=AF_UNSPEC, sa_data="\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0"}, 16) = 0',
  ];
  expect(breachesOf(lines.join("\n"))).toEqual(lines.map(() => null));
});

test("whatever leads beyond loopback is one, answered or not", () => {
  const lines = [
    '7 connect(4, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("93.184.216.34")}, 16) = -1 ENETUNREACH (Network is unreachable)',
    '7 connect(4, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2606:2800:220:1::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '7 connect(4, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::ffff:10.0.0.1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
    '7 sendto(4, "hello", 5, 0, {sa_family=AF_INET, sin_port=htons(9999), sin_addr=inet_addr("10.0.0.7")}, 16) = 5',
    '7 sendmsg(4, {msg_name={sa_family=AF_INET, sin_port=htons(9999), sin_addr=inet_addr("10.0.0.7")}, msg_namelen=16, msg_iov=[{iov_base="x", iov_len=1}], msg_iovlen=1, msg_controllen=0, msg_flags=0}, 0) = 1',
    "7 socket(AF_PACKET, SOCK_RAW, htons(0x3 /* ETH_P_ALL */)) = 5",
  ];
  expect(breachesOf(lines.join("\n"))).toEqual([
    ...Array.from({ length: 3 }, () => "connects beyond loopback" as const),
    ...Array.from({ length: 2 }, () => "sends beyond loopback" as const),
    "opens an unknown family",
  ]);
});

test("a name is asked for by port 53, loopback's too, by a resolver's socket, and by its settings", () => {
  const lines = [
    '7 connect(4, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
    '7 sendmmsg(4, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, msg_namelen=16, msg_iov=[{iov_base="\\0\\1", iov_len=2}], msg_iovlen=1}, msg_len=2}], 1, MSG_NOSIGNAL) = 1',
    '7 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)',
    '7 openat(AT_FDCWD, "/etc/resolv.conf", O_RDONLY|O_CLOEXEC) = 3',
    '7 openat(AT_FDCWD, "/etc/gai.conf", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)',
  ];
  expect(breachesOf(lines.join("\n"))).toEqual(lines.map(() => "asks for a name"));
});

test("a call that was interrupted is put together, one that never returned counts too", () => {
  const output = [
    '51 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.1.1.1")}, 16 <unfinished ...>',
    '52 connect(5, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16 <unfinished ...>',
    "52 <... connect resumed>)                  = 0",
    "51 --- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, si_pid=1, si_uid=0} ---",
    "51 <... connect resumed>) = -1 EINTR (Interrupted system call)",
    '53 connect(6, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.1.1.2")}, 16 <unfinished ...>',
    "53 +++ killed by SIGKILL +++",
  ].join("\n");
  expect(readCalls(output).map((call) => [call.pid, breachOf(call), call.result])).toEqual([
    [51, "connects beyond loopback", "-1 EINTR (Interrupted system call)"],
    [52, null, "0"],
    [53, "connects beyond loopback", ""],
  ]);
});

test("what is sent is never taken for where it is sent", () => {
  const data = '{sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr(\\"10.0.0.7\\")}';
  const output = [
    `9 sendto(4, "${data}", 70, 0, NULL, 0) = 70`,
    `9 sendmsg(4, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="${data}", iov_len=70}], msg_iovlen=1}, 0) = 70`,
  ].join("\n");
  expect(readCalls(output).map(({ destination }) => destination)).toEqual([null, null]);
});

test("each call belongs to the program that its process ran", () => {
  const output = [
    '10 execve("/usr/bin/bun", ["bun", "test"], 0x7ffc /* 3 vars */) = 0',
    '12 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.1.1.1")}, 16) = 0',
    "10 clone3({flags=CLONE_VM|CLONE_FILES, child_tid=0x7f}, 88) = 12",
    "10 vfork( <unfinished ...>",
    '13 execve("/tmp/memoryd", ["memoryd", "serve"], 0x7ffc /* 3 vars */ <unfinished ...>',
    "10 <... vfork resumed>) = 13",
    "13 <... execve resumed>) = 0",
    "13 clone(child_stack=NULL, flags=CLONE_THREAD) = 14",
    '14 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.1.1.2")}, 16) = 0',
    "14 vfork() = 16",
    '16 execve("/proc/self/exe", ["memoryd", "again"], 0x7ffc /* 3 vars */) = 0',
    '16 connect(4, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.1.1.3")}, 16) = 0',
    '15 execve("/usr/bin/missing", ["missing"], 0x7ffc /* 3 vars */) = -1 ENOENT (No such file or directory)',
  ].join("\n");
  const connects = readCalls(output).filter(({ name }) => name === "connect");
  expect(connects.map(({ pid, program }) => [pid, program])).toEqual([
    [12, "/usr/bin/bun"],
    [14, "/tmp/memoryd"],
    [16, "/tmp/memoryd"],
  ]);
});
