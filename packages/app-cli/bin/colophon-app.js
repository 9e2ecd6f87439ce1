#!/usr/bin/env node
import { loadExecutable } from './start.js';

const { runConfiguredApp } = await loadExecutable('configured-app');
await runConfiguredApp(process.argv.slice(2));
