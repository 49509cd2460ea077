// Kills every part of the system, one after the other.
import { killDatabase } from './database.mjs';
import { killApi, killWorker } from './services.mjs';

const TURNS = [killApi, killWorker, killDatabase];

export const killInTurn = (context) => TURNS[context.round % TURNS.length](context);
