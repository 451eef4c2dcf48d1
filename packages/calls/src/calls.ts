import { provePallets, proveRoutine, proveRoutineFile, testRoutine, testRoutineFile } from './dry-run/proofs.ts';
import {
  applyCameraSettings,
  calibrateCamera,
  captureCalibrationView,
  checkCameraCalibration,
  getCameraIntrinsics,
  planCalibrationViews,
  runVisionMethod,
} from './equipment/cameras.ts';
import { commandFiles } from './equipment/command-files.ts';
import { testDeviceConnection } from './equipment/connection-test.ts';
import { checkReadiness, getDeviceState, getRehearsal, probeRegisters, rehearseFaults } from './equipment/devices.ts';
import { inspectEquipment } from './equipment/inspection.ts';
import type { CallDefinition, CallOwner } from './framework/definition.ts';
import { getDiagnostics, getDiagnosticsBundle } from './gateway/diagnostics.ts';
import { listExamples, removeExample, setUpExample } from './gateway/examples.ts';
import {
  getEDSFile,
  getExternalControl,
  getTagFile,
  startExternalControlBot,
  stopExternalControlBot,
  updateEtherNetIPAddress,
} from './gateway/external-control.ts';
import { getMe } from './gateway/get-me.ts';
import { getRobotArm } from './gateway/get-robot-arm.ts';
import { getRobotState } from './gateway/get-robot-state.ts';
import { listCompletions } from './gateway/list-completions.ts';
import { getReplay, getReplayMoment, getReplayPart } from './gateway/replay.ts';
import { proveStoredPallets, teachItem } from './gateway/space-items.ts';
import { enrolBox, getBoxTimeline, labelBox, listFleetBoxes, redeemEnrolmentCode, revokeBox } from './hub/boxes.ts';
import { cancelWave, createWave, holdWave, listWaves, resumeWave } from './hub/waves.ts';
import { changePassword, changePin, endSession, listSessions } from './identity/account.ts';
import { listAudit, verifyAudit } from './identity/audit-log.ts';
import { setUp, signIn } from './identity/sign-in.ts';
import { signOut } from './identity/sign-out.ts';
import { beginSingleSignOn, completeSingleSignOn, getSingleSignOn } from './identity/single-sign-on.ts';
import { createToken, issueApiToken, openControlPanel, rotateSigningKeys } from './identity/tokens.ts';
import { createResetLink, createSetUpLink, inviteUser } from './identity/users.ts';
import { cancelImport } from './library/cancel-import.ts';
import { createFromTemplate, duplicateRoutine } from './library/copy-routine.ts';
import { acceptProposal, rejectProposal } from './library/decide-proposal.ts';
import { describeChanges } from './library/describe-changes.ts';
import { exportRoutine } from './library/export-routine.ts';
import { importRoutine } from './library/import-routine.ts';
import { listDependents } from './library/list-dependents.ts';
import { proposeRoutineVersion } from './library/propose-routine-version.ts';
import { listOwnProposals, reviewProposal } from './library/read-proposals.ts';
import { uploadMesh } from './library/upload-mesh.ts';
import { validateRoutine, validateRoutineFile } from './library/validate-routine.ts';
import {
  getDebugState,
  resumeRoutine,
  runTo,
  setBreakpoints,
  setStepDisabled,
  setVariableState,
  setWatches,
  stepInto,
  stepOver,
} from './runner/debugging.ts';
import { listJournal } from './runner/journal.ts';
import { listKindPackages } from './runner/kind-packages.ts';
import { addObstacle, checkPosture, getPlanningScene, moveObstacle, removeObstacle } from './runner/planning-scene.ts';
import { getResumption, giveUpRun, resumeRun } from './runner/resumption.ts';
import { getTool, setActiveEnd, setTool } from './runner/tool.ts';
import {
  createBackup,
  createBackupKey,
  listBackups,
  readBackup,
  removeBackup,
  restoreBackup,
} from './software-update/backups.ts';
import { getFleetMembership, joinFleet, leaveFleet } from './software-update/fleet.ts';
import {
  acknowledgeSoftwareWarning,
  cancelSoftwareInstall,
  checkForBuilds,
  getSoftware,
  getUpdateSettings,
  listStickBuilds,
  listSticks,
  requestSoftwareInstall,
  setUpdateSettings,
} from './software-update/software.ts';

/** All calls, by the owner that handles them. The key is the name of the call. */
export const callsOf = {
  'dry-run': {
    provePallets,
    proveRoutine,
    proveRoutineFile,
    testRoutine,
    testRoutineFile,
  },
  equipment: {
    applyCameraSettings,
    calibrateCamera,
    checkCameraCalibration,
    captureCalibrationView,
    checkReadiness,
    commandFiles,
    getCameraIntrinsics,
    getDeviceState,
    getRehearsal,
    inspectEquipment,
    planCalibrationViews,
    probeRegisters,
    rehearseFaults,
    runVisionMethod,
    testDeviceConnection,
  },
  gateway: {
    getDiagnostics,
    getDiagnosticsBundle,
    getEDSFile,
    getExternalControl,
    getMe,
    getReplay,
    getReplayMoment,
    getReplayPart,
    getRobotArm,
    getRobotState,
    getTagFile,
    listCompletions,
    listExamples,
    proveStoredPallets,
    removeExample,
    setUpExample,
    startExternalControlBot,
    stopExternalControlBot,
    teachItem,
    updateEtherNetIPAddress,
  },
  hub: {
    cancelWave,
    createWave,
    enrolBox,
    getBoxTimeline,
    holdWave,
    labelBox,
    listFleetBoxes,
    listWaves,
    redeemEnrolmentCode,
    resumeWave,
    revokeBox,
  },
  identity: {
    beginSingleSignOn,
    changePassword,
    changePin,
    completeSingleSignOn,
    createResetLink,
    createSetUpLink,
    createToken,
    endSession,
    getSingleSignOn,
    inviteUser,
    issueApiToken,
    listAudit,
    listSessions,
    openControlPanel,
    rotateSigningKeys,
    setUp,
    signIn,
    signOut,
    verifyAudit,
  },
  library: {
    acceptProposal,
    createFromTemplate,
    describeChanges,
    duplicateRoutine,
    exportRoutine,
    importRoutine,
    cancelImport,
    listDependents,
    listOwnProposals,
    proposeRoutineVersion,
    rejectProposal,
    reviewProposal,
    uploadMesh,
    validateRoutine,
    validateRoutineFile,
  },
  'routine-runner': {
    addObstacle,
    checkPosture,
    getDebugState,
    getPlanningScene,
    getResumption,
    getTool,
    giveUpRun,
    listJournal,
    listKindPackages,
    moveObstacle,
    removeObstacle,
    resumeRoutine,
    resumeRun,
    runTo,
    setActiveEnd,
    setBreakpoints,
    setStepDisabled,
    setTool,
    setVariableState,
    setWatches,
    stepInto,
    stepOver,
  },
  'software-update': {
    acknowledgeSoftwareWarning,
    cancelSoftwareInstall,
    checkForBuilds,
    createBackup,
    createBackupKey,
    getFleetMembership,
    getSoftware,
    getUpdateSettings,
    joinFleet,
    leaveFleet,
    listBackups,
    listStickBuilds,
    listSticks,
    readBackup,
    removeBackup,
    requestSoftwareInstall,
    restoreBackup,
    setUpdateSettings,
  },
} as const satisfies { readonly [Owner in CallOwner]: Readonly<Record<string, CallDefinition>> };

export type CallsOf<Owner extends CallOwner> = (typeof callsOf)[Owner];

export const allCalls: readonly CallDefinition[] = Object.values(callsOf).flatMap((calls) => Object.values(calls));

export function findCall(name: string): CallDefinition | undefined {
  return allCalls.find((call) => call.name === name);
}
