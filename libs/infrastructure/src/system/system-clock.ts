import { Clock } from '@florin/kernel';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
