#!/usr/bin/env node
/** For `npm link -w @order-hub/cli`, after `npm run build`. */
import '../dist/src/main.js';
