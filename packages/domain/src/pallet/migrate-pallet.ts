/**
 * Old data of a palletBoxes item named one base (palletBaseID) and one distance (approachDistanceMM). Newer fields win
 * where both are there. Anything else is answered as it is.
 */
export function migratePallet(item: unknown): unknown {
  if (!isRecord(item) || item.kind !== 'palletBoxes') return item;
  const { palletBaseID, approachDistanceMM, ...kept } = item;
  const isOneBase = typeof palletBaseID === 'string' && palletBaseID !== '';
  return {
    ...(isOneBase && { palletBaseIDs: [palletBaseID] }),
    ...(approachDistanceMM !== undefined && { approachDistanceXYMM: approachDistanceMM }),
    ...kept,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
