-- Until now `connectToRobot` included changes of what the cell stores. Users and tokens that have it keep that: it is the
-- permission `author` now.
UPDATE "Entity"
SET "body" = jsonb_set("body"::jsonb, '{permissions,author}', 'true')::text
WHERE "entity" = 'users' AND ("body"::jsonb -> 'permissions' ->> 'connectToRobot') = 'true';

UPDATE "Entity"
SET "body" = jsonb_set("body"::jsonb, '{permissions}', ("body"::jsonb -> 'permissions') || '["author"]')::text
WHERE "entity" = 'tokens' AND ("body"::jsonb -> 'permissions') ? 'connectToRobot'
    AND NOT ("body"::jsonb -> 'permissions') ? 'author';
