/** Addresses of pages that other versions of the product have. */
const absentPages =
  /^\/(webxr|training-data|demo|assembly-tests|control-panel\/(demos|firmware-inspector|compliance-controller-panel|teleop-control))(\/|$)/;

/** True for the address of a page that is not part of this version. */
export function isAbsentPage(pathname: string): boolean {
  return absentPages.test(pathname);
}
