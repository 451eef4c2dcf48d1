-- Records move into the entity store. The configuration stays the text it was: it may hold what jsonb refuses.
INSERT INTO "Entity" ("entity", "id", "version", "body", "fields", "createdAt", "updatedAt", "removedAt")
SELECT 'equipment', "id", "version",
    '{"id":' || to_json("id")::text || ',"config":' || "config"
        || ',"isEnabled":' || CASE WHEN "isEnabled" THEN 'true' ELSE 'false' END
        || COALESCE(',"simulatorPort":' || "simulatorPort", '') || '}',
    jsonb_strip_nulls(jsonb_build_object('id', "id", 'isEnabled', "isEnabled", 'simulatorPort', "simulatorPort")
        || CASE WHEN "config" ~* '\\u(0000|d[89a-f])' THEN '{}'::jsonb
            ELSE jsonb_build_object(
                'config.kind', left("config"::jsonb->>'kind', 256),
                'config.name', left("config"::jsonb->>'name', 256)) END),
    "createdAt", "updatedAt", "deletedAt"
FROM "Equipment";

-- A cell that had devices is not at its first start.
INSERT INTO "EntityRevision" ("entity", "revision")
SELECT 'equipment', count(*) FROM "Equipment" HAVING count(*) > 0;

DROP TABLE "Equipment";
DROP TABLE "Reply";
