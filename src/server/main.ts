/** The server with the settings of the environment. */
import { readConfig } from './config.ts';
import { runServer } from './run-server.ts';

await runServer(readConfig);
