/** Every command of `hub`. A new one is declared in a file of `commands`, and added here. */
import { accountCommands } from './commands/account-commands.ts';
import { clientCommands } from './commands/client-commands.ts';
import { connectionCommands } from './commands/connection-commands.ts';
import { droppedCommands } from './commands/dropped-commands.ts';
import { hubCommands } from './commands/hub-commands.ts';
import { keyCommands } from './commands/key-commands.ts';
import { listenCommand } from './commands/listen-command.ts';
import { locationCommands } from './commands/location-commands.ts';
import { loginCommands } from './commands/login-commands.ts';
import { operatorCommands } from './commands/operator-commands.ts';
import { parkedCommands } from './commands/parked-commands.ts';
import { triggerCommand } from './commands/trigger-command.ts';
import { userCommands } from './commands/user-commands.ts';

export const commandList = [
  ...loginCommands,
  listenCommand,
  triggerCommand,
  userCommands,
  accountCommands,
  locationCommands,
  clientCommands,
  connectionCommands,
  operatorCommands,
  keyCommands,
  ...hubCommands,
  parkedCommands,
  droppedCommands,
];
