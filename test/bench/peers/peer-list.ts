// Everything that a search over vectors is measured of: our own two, and those of others.
import { join } from "node:path";
import { findPeers, type Installation, PACKAGES, type PeerPackage } from "./install-peers.ts";

export interface SearchPeer {
  readonly id: string;
  readonly label: string;
  readonly isOurs: boolean;
  /** It compares every row; the others look at some of them, and may miss. */
  readonly isExhaustive: boolean;
  /** Beyond it building or searching takes too long to wait for. */
  readonly rowsMax: number;
  readonly command: readonly string[];
  /** Whether it may use every core, as the service does; absent: it has one. */
  readonly hasAllCores?: boolean;
  /** Why it cannot be measured; null where it can. */
  readonly missing: string | null;
}

interface Offer {
  readonly id: string;
  readonly label: string;
  readonly needs: PeerPackage;
  readonly isExhaustive: boolean;
  readonly rowsMax: number;
  command(installation: Installation): string[];
}

const MANY = 1_000_000;
const SOME = 100_000;
const bun = (file: string, ...args: string[]) => [process.execPath, join(import.meta.dir, file), ...args];
const python = (name: string) => (installation: Installation) => [
  installation.python,
  join(import.meta.dir, "vector_peers.py"),
  name,
];
const extension = ({ python }: Installation) =>
  Bun.spawnSync([python, "-c", "import sqlite_vec; print(sqlite_vec.loadable_path())"]).stdout.toString().trim();

const OFFERS: readonly Offer[] = [
  {
    id: "sqlite-vec",
    label: "sqlite-vec, vec0 on disk",
    needs: "sqlite-vec",
    isExhaustive: true,
    rowsMax: MANY,
    command: (installation) => bun("sqlite-vec-peer.ts", extension(installation)),
  },
  {
    id: "usearch-exact",
    label: "usearch, exact float32",
    needs: "usearch",
    isExhaustive: true,
    rowsMax: MANY,
    command: python("usearch-exact"),
  },
  {
    id: "usearch-exact-i8",
    label: "usearch, exact int8",
    needs: "usearch",
    isExhaustive: true,
    rowsMax: MANY,
    command: python("usearch-exact-i8"),
  },
  {
    id: "usearch-hnsw",
    label: "usearch, HNSW",
    needs: "usearch",
    isExhaustive: false,
    rowsMax: SOME,
    command: python("usearch-hnsw"),
  },
  {
    id: "hnswlib",
    label: "hnswlib, HNSW",
    needs: "hnswlib",
    isExhaustive: false,
    rowsMax: SOME,
    command: python("hnswlib"),
  },
  {
    id: "lancedb",
    label: "LanceDB, no index",
    needs: "lancedb",
    isExhaustive: true,
    rowsMax: MANY,
    command: python("lancedb"),
  },
  {
    id: "pgvector",
    label: "pgvector, no index",
    needs: "pgvector",
    isExhaustive: true,
    rowsMax: SOME,
    command: python("pgvector"),
  },
  {
    id: "pgvector-hnsw",
    label: "pgvector, HNSW",
    needs: "pgvector",
    isExhaustive: false,
    rowsMax: SOME,
    command: python("pgvector-hnsw"),
  },
  {
    id: "orama",
    label: "Orama, vector mode",
    needs: "orama",
    isExhaustive: true,
    rowsMax: SOME,
    command: ({ oramaFolder }) => bun("orama-peer.ts", oramaFolder),
  },
];

export const OUR_PEERS: readonly SearchPeer[] = [
  { id: "memoryd", label: "memoryd, int8 scan", file: "our-scan.ts" },
  { id: "memoryd-threads", label: "memoryd, int8 scan, all cores", file: "our-scan.ts", args: ["--threads"] },
  { id: "memoryd-float32", label: "memoryd, float32 scan", file: "our-float-scan.ts" },
].map(({ id, label, file, args = [] }) => ({
  id,
  label,
  hasAllCores: args.length > 0,
  isOurs: true,
  isExhaustive: true,
  rowsMax: MANY,
  command: bun(file, ...args),
  missing: null,
}));

/** Of the whole path from a text to a memory; it is no search over vectors. */
export const MEMORY_PEER = "mem0";
export const PEER_IDS: readonly string[] = [...OFFERS.map(({ id }) => id), MEMORY_PEER];

/** Packages of the peers named. */
export function packagesOf(ids: readonly string[]): PeerPackage[] {
  const needed = OFFERS.filter(({ id }) => ids.includes(id)).map(({ needs }) => needs);
  return [...new Set(ids.includes(MEMORY_PEER) ? [...needed, "mem0ai" as const] : needed)];
}

export function searchPeers(installation: Installation, ids: readonly string[]): SearchPeer[] {
  return OFFERS.filter(({ id }) => ids.includes(id)).map((offer) => {
    const missing = installation.missing.get(offer.needs) ?? null;
    return { ...offer, isOurs: false, missing, command: missing === null ? offer.command(installation) : [] };
  });
}

/** Those that stand in the folder already, for a caller who installs nothing. */
export async function installedSearchPeers(dir: string): Promise<SearchPeer[]> {
  const ids = OFFERS.map(({ id }) => id);
  return searchPeers(await findPeers(dir, Object.keys(PACKAGES) as PeerPackage[]), ids);
}
