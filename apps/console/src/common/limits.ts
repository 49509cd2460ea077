/** The API's limits of texts. It refuses longer ones. */
export const MAX_TEXT_LENGTH = 255;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_USERNAME_LENGTH = 64;
export const MAX_ENDPOINT_DESCRIPTION_LENGTH = 500;
