#!/usr/bin/env node
import { loadExecutable } from './start.js';

const { runMcpBridgeExecutable } = await loadExecutable('mcp-bridge');
await runMcpBridgeExecutable(process.argv.slice(2));
