/** Every command of `hub`. A new one is declared in a file of `commands`, and added here. */
import { accountCommands } from './commands/account-commands.ts';
import { certifyCommand } from './commands/certify-command.ts';
import { clientCommands } from './commands/client-commands.ts';
import { connectionCommands } from './commands/connection-commands.ts';
import { droppedCommands } from './commands/dropped-commands.ts';
import { hubCommands } from './commands/hub-commands.ts';
import { keyCommands } from './commands/key-commands.ts';
import { locationCommands } from './commands/location-commands.ts';
import { operatorCommands } from './commands/operator-commands.ts';
import { parkedCommands } from './commands/parked-commands.ts';
import { userCommands } from './commands/user-commands.ts';

export const commandList = [
  certifyCommand,
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
