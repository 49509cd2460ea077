// Preloaded into a service: a message shifts its wall clock. Monotonic time (performance.now, timers) and PostgreSQL's clock
// stay unchanged.
const RealDate = Date;
let shiftMs = 0;

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }

  static [Symbol.hasInstance](value) {
    return value instanceof RealDate;
  }
};

process.on('message', (message) => {
  if (typeof message?.shiftMs === 'number') shiftMs = message.shiftMs;
});
// The listener must not keep the process running.
process.channel?.unref();
