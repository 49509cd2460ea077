import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const es: Texts = {
  ...COMMON_TEXTS.es,
  payTo: 'Pago a',
  reference: 'Referencia',
  period: 'Periodo',
  payBy: 'Pagar antes del',
  cardDetails: 'Datos de la tarjeta',
  labels: { number: 'Número de tarjeta', expiry: 'Fecha de caducidad', code: 'Código de seguridad' },
  hints: {
    number: '',
    expiry: 'MM / AA',
    code: '3 cifras, Amex 4',
  },
  problems: {
    number: {
      missing: 'Introduzca el número de la tarjeta.',
      invalid: 'Revise el número de la tarjeta: falta una cifra o hay una equivocada.',
      expired: '',
    },
    expiry: {
      missing: 'Introduzca la fecha de caducidad.',
      invalid: 'Introduzca el mes y el año de caducidad, por ejemplo 04 / 29.',
      expired: 'Esta tarjeta ha caducado. Utilice otra.',
    },
    code: {
      missing: 'Introduzca el código de seguridad.',
      invalid: 'El código de seguridad tiene 3 cifras, o 4 en American Express.',
      expired: '',
    },
  },
  correctFields: 'Revise los campos siguientes.',
  pay: (amount) => `Pagar ${amount}`,
  paying: 'Pagando…',
  offline: 'No tiene conexión y no se ha enviado nada. Inténtelo de nuevo cuando la tenga.',
  notStored: 'El número de su tarjeta se usa solo para este pago y no se guarda.',
  testMode: 'Modo de prueba: no se cobra a ninguna tarjeta real',
  card: {
    paidWith: 'Pagado con',
    paidOn: 'Pagado el',
    endingIn: (brand, last4) => `${brand} terminada en ${last4}`,
    unknown: 'Tarjeta',
    reversalNotice: (last4) => `Cualquier cargo a la tarjeta terminada en ${last4} se le reembolsará.`,
  },
  paid: {
    title: 'Pagado. ¡Gracias!',
    body: ({ payee, amount }) => `Su pago de ${amount} a ${payee} se ha recibido. Puede cerrar esta página.`,
  },
  declined: {
    title: 'Su tarjeta ha sido rechazada',
    because: {
      card_declined: (last4) =>
        `El banco no ha aceptado la tarjeta terminada en ${last4}. No se le ha cobrado nada. Inténtelo de nuevo o use otra tarjeta.`,
      insufficient_funds: (last4) =>
        `La tarjeta terminada en ${last4} no tiene saldo suficiente. No se le ha cobrado nada. Use otra tarjeta.`,
    },
    triesLeft: (tries) => `Intentos restantes: ${tries}`,
  },
  notCharged: {
    title: 'El pago no se ha completado',
    body: () =>
      'Algo ha fallado en la comunicación con el banco. No se le ha cobrado nada. Inténtelo de nuevo.',
  },
  processing: {
    title: 'Su pago se está procesando',
    body: () => 'Tardará un momento. La página se actualiza sola; no pague otra vez, por favor.',
    checkAgain: 'Comprobar de nuevo',
  },
  failed: {
    title: 'Esta solicitud ya no se puede pagar',
    body: ({ payee }) =>
      `Se han rechazado demasiadas tarjetas. No se le ha cobrado nada. Pida a ${payee} una nueva solicitud de pago.`,
  },
  canceled: {
    title: 'Esta solicitud ha sido cancelada',
    body: ({ payee }) => `Ya no se puede pagar. Si tiene preguntas, diríjase a ${payee}.`,
  },
  superseded: {
    title: 'Esto ya está pagado',
    body: ({ payee }) =>
      `Se ha pagado otra solicitud de ${payee} para el mismo periodo. Aquí no queda nada por pagar.`,
  },
  expired: {
    title: 'Esta solicitud ha caducado',
    body: ({ payee }) => `No se le ha cobrado nada. Pida a ${payee} una nueva solicitud de pago.`,
  },
  unavailable: {
    title: 'No se puede pagar en este momento',
    body: ({ payee }) => `${payee} no puede recibir pagos ahora mismo. Inténtelo más tarde.`,
  },
  unknown: {
    title: 'Solicitud de pago no encontrada',
    body: () => 'Compruebe que el enlace está completo o pida uno nuevo al remitente.',
  },
  insecure: {
    title: 'Esta página no es segura',
    body: () =>
      'Otras personas podrían leer los datos de su tarjeta. Abra de nuevo el enlace que recibió; debe empezar por https.',
  },
  cancel: 'Cancelar',
  returnTo: (payee) => `Volver a ${payee}`,
  returning: (seconds) => `Volverá automáticamente en ${seconds} segundos.`,
  questions: '¿Preguntas?',
  testCard: (number) => `Modo de prueba: use ${number}`,
  copy: 'Copiar',
  copied: 'Copiado',
  items: {
    summary: (count) => `Artículos: ${count}`,
    total: 'Total',
  },
  receipt: {
    title: 'Recibo',
    show: 'Ver el recibo',
    print: 'Imprimir',
    back: 'Volver',
    paymentId: 'Número de pago',
    description: 'Descripción',
    refunded: 'Reembolsado',
    net: 'Total tras los reembolsos',
  },
};
