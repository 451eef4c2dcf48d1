-- Routines name things of other services, too: devices. Every text in their steps' arguments and own items counts that
-- has the form of an id and is not the id of something inside the routine.
INSERT INTO "EntityReference" ("entity", "id", "target")
SELECT DISTINCT 'routines', e."id", used #>> '{}'
FROM "Entity" e,
    LATERAL (
        SELECT jsonb_path_query(e."body"::jsonb, 'strict $.stepConfigurations.*.args.**') AS used
        UNION ALL
        SELECT jsonb_path_query(e."body"::jsonb, 'strict $.space.**')
    ) AS named
WHERE e."entity" = 'routines' AND e."body" !~* '\\u(0000|d[89a-f])' AND jsonb_typeof(used) = 'string'
    AND used #>> '{}' ~ '^[^[:space:][:cntrl:]]{1,128}$'
    AND NOT EXISTS (
        SELECT FROM "EntityMember" m WHERE m."entity" = 'routines' AND m."id" = e."id" AND m."member" = used #>> '{}')
ON CONFLICT DO NOTHING;
