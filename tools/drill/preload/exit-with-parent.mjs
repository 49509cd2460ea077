// Preloaded into a service, which exits with the drill that started it, even if the drill is killed.
process.on('disconnect', () => process.exit(1));
// The listener must not keep the process running.
process.channel?.unref();
