"""The official Python client, 1.x or 2.x as installed: one conversation with a server, told as JSON on standard output.

python_client.py URL
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

import mcp


@asynccontextmanager
async def connected(url):
    """Gives a client or session, and the revision that both sides agreed on."""
    if hasattr(mcp, "Client"):
        async with mcp.Client(url) as client:
            yield client, client.protocol_version
        return
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url) as streams:
        async with mcp.ClientSession(*streams[:2]) as session:
            begun = await session.initialize()
            yield session, begun.protocolVersion


def plain(result):
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


async def converse(client):
    tools = plain(await client.list_tools())["tools"]

    async def call(name, given):
        return plain(await client.call_tool(name, given))

    turn = await call("prepare_turn", {"input": "I keep bees."})
    token = turn["structuredContent"]["turn_token"]
    await call("record_turn", {"turn_token": token, "answer": "Bees, then."})
    found = await call("recall", {"query": "What do I keep? Bees?"})
    refused = await call("recall", {"querry": "bees"})
    sources = found["structuredContent"]["sources"]
    resources = plain(await client.list_resources())["resources"]
    rules = plain(await client.read_resource(resources[1]["uri"]))
    return {
        "tools": [tool["name"] for tool in tools],
        "sources": [source["text"] for source in sources],
        "refused": refused["isError"],
        "resources": [resource["uri"] for resource in resources],
        "rules": json.loads(rules["contents"][0]["text"])["lessons"],
    }


async def main():
    async with connected(sys.argv[1]) as (client, version):
        print(json.dumps({"version": version, **await converse(client)}))


asyncio.run(main())
