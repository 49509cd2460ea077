// Loaded into a service before its own code: its wall clock then jumps when it is told to, as one does that is set by
// hand or by a time server. What measures durations (performance.now, timers) goes on evenly, as it does in truth.
// PostgreSQL's own clock stays as it is.
const RealDate = Date;
let shiftMs = 0;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
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
// Listening must not be what keeps a service alive that wants to end.
process.channel?.unref();
