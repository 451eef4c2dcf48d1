-- Pallets of old data are also among a routine's own items, and in versions that newer ones replaced; both go out as they
-- are stored. Fields that came later have their defaults. What jsonb refuses stays, and is read as before.
CREATE FUNCTION pg_temp.newer_pallet(item jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN jsonb_typeof(item) = 'object' AND item ->> 'kind' = 'palletBoxes' THEN
        '{"palletBaseIDs": [], "approachDistanceXYMM": 100, "approachDistanceZMM": 0, "boxTypes": [], "layerPatterns": [],
          "layerOrder": [], "customPositions": []}'::jsonb
        || CASE WHEN item ->> 'palletBaseID' <> ''
            THEN jsonb_build_object('palletBaseIDs', jsonb_build_array(item -> 'palletBaseID')) ELSE '{}' END
        || CASE WHEN item ? 'approachDistanceMM'
            THEN jsonb_build_object('approachDistanceXYMM', item -> 'approachDistanceMM') ELSE '{}' END
        || (item - 'palletBaseID' - 'approachDistanceMM')
    ELSE item END
$$;

-- Of a routine its own items, of anything else the item that it is.
CREATE FUNCTION pg_temp.newer_pallets(entity text, body text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN body !~ 'palletBoxes' OR body ~* '\\u(0000|d[89a-f])' THEN body
        WHEN entity = 'globalSpace' AND body::jsonb <> pg_temp.newer_pallet(body::jsonb)
            THEN pg_temp.newer_pallet(body::jsonb)::text
        WHEN entity = 'routines' AND jsonb_typeof(body::jsonb -> 'space') = 'array' AND EXISTS (
            SELECT FROM jsonb_array_elements(body::jsonb -> 'space') AS item WHERE item <> pg_temp.newer_pallet(item))
            THEN jsonb_set(body::jsonb, '{space}', (
                SELECT jsonb_agg(pg_temp.newer_pallet(item) ORDER BY place)
                FROM jsonb_array_elements(body::jsonb -> 'space') WITH ORDINALITY AS items(item, place)))::text
        ELSE body END
$$;

UPDATE "Entity" SET "body" = pg_temp.newer_pallets("entity", "body")
WHERE "entity" IN ('globalSpace', 'routines') AND "body" <> pg_temp.newer_pallets("entity", "body");
UPDATE "EntityVersion" SET "body" = pg_temp.newer_pallets("entity", "body")
WHERE "entity" IN ('globalSpace', 'routines') AND "body" <> pg_temp.newer_pallets("entity", "body");

-- Boxes name the pallets that they stand on: these are kept while they do.
INSERT INTO "EntityReference" ("entity", "id", "target")
SELECT DISTINCT e."entity", e."id", named."target"
FROM "Entity" e,
    LATERAL jsonb_array_elements_text(CASE
        WHEN e."body" !~ 'palletBoxes' OR e."body" ~* '\\u(0000|d[89a-f])' THEN '[]'
        WHEN e."body"::jsonb ->> 'kind' = 'palletBoxes' AND jsonb_typeof(e."body"::jsonb -> 'palletBaseIDs') = 'array'
            THEN e."body"::jsonb -> 'palletBaseIDs'
        ELSE '[]' END) AS named("target")
WHERE e."entity" = 'globalSpace' AND e."removedAt" IS NULL AND length(named."target") BETWEEN 1 AND 128
ON CONFLICT DO NOTHING;
