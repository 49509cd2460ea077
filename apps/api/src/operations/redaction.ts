export { describeError, type LoggedError, redact } from '@florin/infrastructure';
