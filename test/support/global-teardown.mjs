export { stopSharedServer as default } from './shared-server.mjs';
