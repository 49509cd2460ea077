// Loaded into a service before its own code: it ends when the drill that started it is gone, however that came about.
process.on('disconnect', () => process.exit(1));
// Listening must not be what keeps a service alive that wants to end.
process.channel?.unref();
