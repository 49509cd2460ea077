/** The paths of all files that .gitignore does not exclude, from the root of the workspace, with forward slashes. */
export function projectPaths(): string[];
