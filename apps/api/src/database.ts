/** Slices build their adapters on the database's `source`. */
export { Database, openDatabase } from '@florin/infrastructure';
