import { answerModeOf, type EquipmentSim, noFaults, type SimContext, type SimFaults } from '../../framework/sim.ts';
import type { HttpBank } from '../../transport/http.ts';
import { createHttpServer } from '../../transport/http-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import { type AgentMachine, currentDocument } from './agent-document.ts';
import type { CNCMachineConfig } from './contract.ts';
import { MachineWires } from './machine-wires.ts';
import { MachineBehaviour } from './sim-behaviour.ts';

type Names = 'machine' | 'door' | 'workholding' | 'readiness';

const maxConnections = 4;
const program = 'O00100';

/** A wired machine with an MTConnect agent. */
export class ReportedMachine implements EquipmentSim<Names> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated;
  readonly http: HttpBank;
  readonly #wires: MachineWires;
  readonly #behaviour: MachineBehaviour;
  readonly #server: LoopbackServer;
  #shown: AgentMachine = { state: 'idle', partCount: 0, program };

  constructor(config: CNCMachineConfig, context: SimContext) {
    const { clock } = context;
    this.#wires = new MachineWires(config, context);
    this.#behaviour = new MachineBehaviour(config, clock, this.faults, {
      drive: (sensor, level) => this.#wires.drive(sensor, level),
      isSet: (output) => this.#wires.isSet(output),
      setCommand: () => undefined,
      command: () => 0,
      parameter: () => 0,
      show: (state, partCount) => {
        this.#shown = { state, partCount, program };
      },
    });
    this.simulated = this.#behaviour;
    this.http = {
      isCommand: () => false,
      answer: ({ path }) =>
        path.endsWith('/current')
          ? { status: 200, body: currentDocument(this.#shown, new Date(clock.now()).toISOString()) }
          : { status: 404, body: 'Not found' },
    };
    this.#server = createHttpServer({
      ...{ bank: this.http, clock, maxConnections },
      behaviour: { answerMode: (isWrite) => answerModeOf(this.faults, isWrite) },
    });
  }

  start(port: number): Promise<number> {
    this.connectWires();
    return this.#server.listen(port);
  }

  connectWires(): void {
    this.#wires.follow((place, value) => this.#behaviour.told(place, value));
    this.#behaviour.showAll();
  }

  close(): Promise<void> {
    this.#wires.end();
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }
}
