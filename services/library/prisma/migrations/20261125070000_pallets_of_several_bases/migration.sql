-- Pallets of old data name one base (palletBaseID) and one distance (approachDistanceMM). Stored bodies go out as they are, so
-- they get the newer fields here; these win where both are there. What jsonb refuses stays, and is read as before.
UPDATE "Entity"
SET "body" = (
    CASE WHEN "body"::jsonb ->> 'palletBaseID' <> ''
        THEN jsonb_build_object('palletBaseIDs', jsonb_build_array("body"::jsonb -> 'palletBaseID')) ELSE '{}' END
    || CASE WHEN "body"::jsonb ? 'approachDistanceMM'
        THEN jsonb_build_object('approachDistanceXYMM', "body"::jsonb -> 'approachDistanceMM') ELSE '{}' END
    || ("body"::jsonb - 'palletBaseID' - 'approachDistanceMM')
)::text
WHERE "entity" = 'globalSpace'
    AND CASE WHEN "body" ~* '\\u(0000|d[89a-f])' THEN false
        ELSE "body"::jsonb ->> 'kind' = 'palletBoxes' AND "body"::jsonb ?| ARRAY['palletBaseID', 'approachDistanceMM'] END;
