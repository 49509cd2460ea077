import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { ResetTexts } from './texts.js';

export const es: ResetTexts = {
  ...COMMON_TEXTS.es,
  title: 'Establecer una contraseña nueva',
  intro: 'Se cerrará la sesión en todos los dispositivos.',
  labels: { password: 'Contraseña nueva', repeat: 'Repita la contraseña nueva' },
  hint: (least, most) => `De ${least} a ${most} caracteres`,
  problems: {
    missing: 'Introduzca una contraseña nueva.',
    different: 'Las dos contraseñas son distintas. Introdúzcalas de nuevo.',
    length: 'La contraseña es demasiado corta o demasiado larga.',
    characters: 'La contraseña contiene un carácter que no se puede usar.',
    common: 'Esta contraseña es demasiado común. Elija una más difícil de adivinar.',
    own_name: 'La contraseña no puede ser su nombre, su nombre de usuario ni su correo electrónico.',
  },
  correctFields: 'La contraseña no se ha cambiado.',
  save: 'Guardar la contraseña',
  done: {
    title: 'Su contraseña se ha cambiado',
    body: () =>
      'Se ha cerrado la sesión en todos los dispositivos. Inicie sesión con la contraseña nueva. Puede cerrar esta página.',
  },
  unknown: {
    title: 'Este enlace no es válido',
    body: () =>
      'Un enlace funciona una sola vez, durante 30 minutos. Compruebe que esté completo o solicite uno nuevo donde inicia sesión.',
  },
  insecure: {
    title: 'Esta página no es segura',
    body: () =>
      'Otras personas podrían leer su contraseña. Abra de nuevo el enlace que recibió; debe empezar por https.',
  },
};
