import { describe, expect, it } from 'vitest';
import { renderEtherNetIPTags, renderModbusTags, renderOpcUATags } from './external-tags.ts';

const listRows = (text: string) => text.split('\r\n').filter((row) => row !== '');

describe('renderModbusTags', () => {
  it('lists registers, their copy, discrete inputs and coils by the names of the assemblies', () => {
    const rows = listRows(renderModbusTags());
    expect(rows[0]).toBe('Name,Table,Address,Registers,Type,Access,Description');
    for (const row of [
      'CycleCount,input,6,2,UINT32,read,Cycles of the run',
      'CycleCount,holding,106,2,UINT32,read,Cycles of the run',
      'LineHeartbeat,holding,1,1,UINT16,read and write,Returned as HeartbeatEcho',
      'Status.Moving,discrete,6,1,BOOL,read,State of the robot',
      'Control.HasControl,discrete,9,1,BOOL,read,What the line may do',
    ])
      expect(rows).toContain(row);
    expect(rows.filter((row) => row.startsWith('Command.Stop,coil,3,1,BOOL,read and write,'))).toHaveLength(1);
    expect(rows.some((row) => row.startsWith('Reserved'))).toBe(false);
  });

  it('quotes descriptions with commas', () => {
    expect(renderModbusTags()).toContain('"0 none, 1 accepted, 2 refused, 3 pending"');
  });
});

describe('renderEtherNetIPTags', () => {
  it('lists every part and bit with its byte', () => {
    const rows = listRows(renderEtherNetIPTags());
    for (const row of [
      'StopCount,100,28,,UINT,read,Counts up with every stop',
      'Status.Ready,100,0,0,BOOL,read,State of the robot',
      'LineHeartbeat,150,2,,UINT,write,Returned as HeartbeatEcho',
    ])
      expect(rows).toContain(row);
    expect(rows.some((row) => row.startsWith('Reserved'))).toBe(false);
  });
});

describe('renderOpcUATags', () => {
  it('lists every variable and bit with its node id, which needs no index of a namespace', () => {
    const rows = listRows(renderOpcUATags());
    for (const row of [
      'CycleCount,nsu=urn:cellwright:external-control;s=CycleCount,UInt32,read,Cycles of the run',
      'Status.Ready,nsu=urn:cellwright:external-control;s=Status.Ready,Boolean,read,State of the robot',
      'LineHeartbeat,nsu=urn:cellwright:external-control;s=LineHeartbeat,UInt16,read and write,Returned as HeartbeatEcho',
    ])
      expect(rows).toContain(row);
    expect(rows.filter((row) => row.startsWith('Command.Stop,')).join()).toContain(',Boolean,read and write,');
    expect(rows.some((row) => row.startsWith('Reserved'))).toBe(false);
  });
});
