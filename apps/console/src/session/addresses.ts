/** The console's own address, with the path prefix of the service if it has one; ends with a slash. */
export const consoleUrl = new URL('.', document.baseURI);

/** The address of the API, without a trailing slash. */
export const apiUrl = new URL('..', consoleUrl).href.replace(/\/$/, '');

export const apiReferenceUrl = `${apiUrl}/docs`;
