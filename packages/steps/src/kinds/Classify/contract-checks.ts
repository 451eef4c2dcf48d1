import { defineMessages, isSameName } from '@cellwright/domain/basics';
import { type CellEquipment, checkCamera, type FieldProblem, invalid } from '../../framework/index.ts';
import type { ClassifyArgs } from './contract-args.ts';

export const own = defineMessages('Classify', {
  classRequired: 'At least one class required',
  classNameRequired: 'A class needs a name',
  classTwice: (name: string) => `The class '${name}' is there twice. Remove one`,
  fallbackRequired: 'Fallback value required',
  pictureRequired: 'Picture of a class required',
  classOfPictureRequired: 'Choose the class of this picture',
  notAClass: (name: string) => `'${name}' is not one of the classes. Choose one of them`,
});

export function checkClassify(args: ClassifyArgs, equipment: readonly CellEquipment[] | undefined): FieldProblem[] {
  const { camera, classes, fallbackValue } = args;
  return [
    ...checkCamera(camera, equipment),
    ...(classes.length === 0 ? [invalid('classes', own.classRequired)] : []),
    ...classes.flatMap((name, index) => checkName(name, classes.slice(0, index))),
    ...(fallbackValue.trim() === '' ? [invalid('fallbackValue', own.fallbackRequired)] : []),
    ...checkPictures(args),
  ];
}

function checkName(name: string, before: readonly string[]): FieldProblem[] {
  if (name.trim() === '') return [invalid('classes', own.classNameRequired)];
  return before.some((other) => isSameName(other, name)) ? [invalid('classes', own.classTwice(name))] : [];
}

/** A class without a picture is never the result; without any picture nothing can be told apart. */
function checkPictures({ classes, pictures }: ClassifyArgs): FieldProblem[] {
  if (classes.length > 0 && pictures.length === 0) return [invalid('pictures', own.pictureRequired)];
  return pictures.flatMap(({ class: name, templateImage }, index) => [
    ...checkClassOf(name, classes).map((message) => invalid(`pictures.${index}.class`, message)),
    ...(templateImage === '' ? [invalid(`pictures.${index}.templateImage`, own.pictureRequired)] : []),
  ]);
}

function checkClassOf(name: string, classes: readonly string[]): string[] {
  if (classes.includes(name)) return [];
  return [name === '' ? own.classOfPictureRequired : own.notAClass(name)];
}
