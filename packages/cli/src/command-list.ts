/** Every command of `hub`. A new one is declared in a file of `commands`, and added here. */
import { certifyCommand } from './commands/developers/certify-command.ts';
import { listenCommand } from './commands/developers/listen-command.ts';
import { loginCommands } from './commands/developers/login-commands.ts';
import { resourceCommands } from './commands/developers/resource-commands.ts';
import { triggerCommand } from './commands/developers/trigger-command.ts';
import { accountCommands } from './commands/operators/account-commands.ts';
import { appCommands } from './commands/operators/app-commands.ts';
import { clientCommands } from './commands/operators/client-commands.ts';
import { connectionCommands } from './commands/operators/connection-commands.ts';
import { droppedCommands } from './commands/operators/dropped-commands.ts';
import { hubCommands } from './commands/operators/hub-commands.ts';
import { keyCommands } from './commands/operators/key-commands.ts';
import { locationCommands } from './commands/operators/location-commands.ts';
import { operatorCommands } from './commands/operators/operator-commands.ts';
import { parkedCommands } from './commands/operators/parked-commands.ts';
import { sandboxCommand } from './commands/operators/sandbox-command.ts';
import { userCommands } from './commands/operators/user-commands.ts';
import type { Section } from './declarations/command.ts';

export const commandList: readonly Section[] = [
  {
    title: 'For developers, with the access token of a connection',
    entries: [...loginCommands, listenCommand, triggerCommand, certifyCommand, ...resourceCommands],
  },
  {
    title: 'For operators, with the operator key',
    entries: [
      userCommands,
      accountCommands,
      locationCommands,
      clientCommands,
      appCommands,
      connectionCommands,
      operatorCommands,
      keyCommands,
      ...hubCommands,
      parkedCommands,
      droppedCommands,
      sandboxCommand,
    ],
  },
];
