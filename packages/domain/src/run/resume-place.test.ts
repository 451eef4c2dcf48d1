import { describe, expect, it } from 'vitest';
import {
  countRounds,
  createResumePlace,
  findResumePlace,
  maxResumePlaces,
  type PlaceStep,
  placesAfterEnd,
  placesAfterStart,
  type ResumePlace,
} from './resume-place.ts';

type PlaceRun = ResumePlace['run'];

const at: PlaceStep = {
  ...{ stepID: 'step_place', stepPath: '3.1.1', stepKind: 'MoveArmToV2', name: 'Place carton', isDone: false },
  round: { round: 5, of: 60 },
};
const runOf = (id: string, changes: Partial<PlaceRun> = {}): PlaceRun => ({
  ...{ id, routineID: 'routine_1', routineName: 'Palletizing', routineVersion: 3, status: 'stopped' },
  ...{ endedAt: '2026-01-01T09:00:00.000Z', ...changes },
});
const idsOf = (places: readonly ResumePlace[]) => places.map(({ run }) => run.id);

describe('The place of an unfinished run', () => {
  it.each(['stopped', 'failed', 'interrupted'] as const)('exists after a run that ended as %s', (status) => {
    expect(createResumePlace(runOf('run_1', { status }), at)).toMatchObject({ run: { id: 'run_1', status }, at });
  });

  it.each(['running', 'paused', 'completed'] as const)('does not exist for a run that is %s', (status) => {
    expect(createResumePlace(runOf('run_1', { status }), at)).toBeUndefined();
  });

  it('does not exist before the first step', () => {
    expect(createResumePlace(runOf('run_1'), null)).toBeUndefined();
    expect(idsOf(placesAfterEnd(placesAfterEnd([], runOf('run_1'), at), runOf('run_2'), null))).toEqual(['run_1']);
  });

  it('survives a new start of the routine, and runs of other routines', () => {
    let places = placesAfterEnd([], runOf('run_1'), at);
    places = placesAfterStart(places, undefined);
    expect(idsOf(places)).toEqual(['run_1']);
    places = placesAfterEnd(places, runOf('run_2'), { ...at, round: { round: 1, of: 60 } });
    expect(idsOf(places)).toEqual(['run_2', 'run_1']);
    places = placesAfterEnd(places, runOf('run_3', { routineID: 'routine_2', status: 'completed' }), at);
    expect(idsOf(places)).toEqual(['run_2', 'run_1']);
    expect(findResumePlace(places, 'routine_1')?.run.id).toBe('run_2');
    expect(findResumePlace(places, 'routine_2')).toBeUndefined();
  });

  it('belongs to the run that continues it', () => {
    const places = placesAfterStart(placesAfterEnd([], runOf('run_1'), at), 'run_1');
    expect(places).toEqual([]);
    expect(idsOf(placesAfterEnd(places, runOf('run_2'), at))).toEqual(['run_2']);
  });

  it('ends when a run of the routine reaches its end', () => {
    const places = placesAfterEnd([], runOf('run_1'), at);
    expect(placesAfterEnd(places, runOf('run_2', { status: 'completed' }), at)).toEqual([]);
  });

  it(`belongs to at most ${maxResumePlaces} routines, newest first`, () => {
    let places: ResumePlace[] = [];
    for (let run = 1; run <= maxResumePlaces + 2; run++) places = placesAfterEnd(places, runOf(`run_${run}`), at);
    expect(places).toHaveLength(maxResumePlaces);
    expect(places[0]?.run.id).toBe(`run_${maxResumePlaces + 2}`);
  });
});

describe('Rounds of the loops around a step', () => {
  it('count the innermost loop', () => {
    expect(countRounds([])).toBeNull();
    expect(countRounds([{ round: 4, times: null, hasOnlyNext: false }])).toEqual({ round: 4, of: null });
    const loops = [
      { round: 2, times: 3, hasOnlyNext: false },
      { round: 5, times: 12, hasOnlyNext: false },
    ];
    expect(countRounds(loops)).toEqual({ round: 5, of: 12 });
  });

  it('count through loops that contain only the next loop', () => {
    const loops = [
      { round: 9, times: null, hasOnlyNext: true },
      { round: 2, times: 5, hasOnlyNext: true },
      { round: 3, times: 12, hasOnlyNext: false },
    ];
    expect(countRounds(loops)).toEqual({ round: 15, of: 60 });
  });

  it('do not count after the last iteration', () => {
    expect(countRounds([{ round: 4, times: 3, hasOnlyNext: false }])).toBeNull();
  });
});
