export { tearDown as default } from './citus-setup.mjs';
