/** The embedded server has a package of its own so that the testkit, which proves this package, can use it too. */
export * from '@cellwright/embedded-postgres';
