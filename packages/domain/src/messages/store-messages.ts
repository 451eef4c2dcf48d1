import { defineMessages } from '../basics/message-sources.ts';

/** Messages about the database of a service. */
export const storeMessages = defineMessages('store', {
  databaseSilent: 'The database does not answer. Try again in a moment',
  changeUnconfirmed: 'The database did not confirm the change, so it may have been stored. Check before you try again',
});
