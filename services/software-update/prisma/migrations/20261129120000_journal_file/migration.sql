-- The journal of installs is a file beside the database. No release has used this table.
DROP TABLE "Install";
