-- Documents move into the entity store, every version with them.
INSERT INTO "Entity" ("entity", "id", "version", "body", "listing", "fields", "createdAt", "updatedAt", "updatedByName", "removedAt")
SELECT
    CASE d."collection"::text WHEN 'routine' THEN 'routines' WHEN 'spaceItem' THEN 'globalSpace' ELSE 'globalVariables' END,
    d."id", d."version", v."body",
    CASE WHEN d."collection"::text = 'routine' THEN json_build_object(
        'id', d."id", 'name', d."name",
        'description', COALESCE(d."summary"->>'description', ''),
        'isTemplate', COALESCE((d."summary"->>'isTemplate')::boolean, false),
        'createdAt', to_char(d."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updatedAt', to_char(d."updatedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'createdByName', COALESCE(d."summary"->>'createdByName', ''))::text END,
    CASE d."collection"::text
        WHEN 'routine' THEN jsonb_build_object('id', d."id", 'name', d."name",
            '$search', lower(d."name" || E'\n' || left(COALESCE(d."summary"->>'description', ''), 1000)),
            'isTemplate', COALESCE((d."summary"->>'isTemplate')::boolean, false))
        WHEN 'spaceItem' THEN jsonb_build_object('id', d."id", 'name', d."name", 'kind', d."kind",
            '$search', lower(d."name" || E'\n'))
        ELSE jsonb_build_object('id', d."id", 'name', d."name", '$search', lower(d."name")) END,
    d."createdAt", d."updatedAt", v."savedByName", d."deletedAt"
FROM "Document" d
JOIN "DocumentVersion" v ON v."collection" = d."collection" AND v."id" = d."id" AND v."version" = d."version";

INSERT INTO "EntityVersion" ("entity", "id", "version", "body", "savedAt", "savedByName")
SELECT
    CASE v."collection"::text WHEN 'routine' THEN 'routines' WHEN 'spaceItem' THEN 'globalSpace' ELSE 'globalVariables' END,
    v."id", v."version", v."body", v."savedAt", v."savedByName"
FROM "DocumentVersion" v
JOIN "Document" d ON v."collection" = d."collection" AND v."id" = d."id" AND v."version" < d."version";

INSERT INTO "EntityMember" ("entity", "id", "member")
SELECT DISTINCT 'routines', d."id", unnest(d."memberIds") FROM "Document" d WHERE d."collection"::text = 'routine';

-- What a routine names: every text in its steps' arguments that is the id of something the cell has.
INSERT INTO "EntityReference" ("entity", "id", "target")
SELECT DISTINCT 'routines', e."id", used #>> '{}'
FROM "Entity" e,
    LATERAL jsonb_path_query(e."body"::jsonb, 'strict $.stepConfigurations.**') AS used
WHERE e."entity" = 'routines' AND jsonb_typeof(used) = 'string' AND length(used #>> '{}') BETWEEN 1 AND 128
    AND EXISTS (SELECT FROM "Entity" named WHERE named."id" = used #>> '{}' AND named."entity" <> 'routines');

DROP TABLE "DocumentVersion";
DROP TABLE "Document";
DROP TABLE "Reply";
DROP TYPE "Collection";
