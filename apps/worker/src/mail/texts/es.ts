import type { MailTexts } from './texts.js';

export const es: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `Solicitud de pago de ${payee}: ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} le pide que pague ${amount}. Puede pagar con tarjeta en una página segura.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `Su pago de ${amount} a ${payee}`,
    body: ({ payee, amount }) => `Hemos recibido su pago de ${amount} a ${payee}. ¡Gracias!`,
  },
  refund: {
    subject: ({ payee, amount }) => `${payee} le ha reembolsado ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} ha reembolsado ${amount} a la tarjeta con la que pagó. Su banco puede tardar unos días en mostrarlo.`,
  },
  passwordReset: {
    subject: () => 'Restablecer su contraseña',
    body: () => 'Ha pedido restablecer su contraseña. Elija una nueva en esta página:',
    action: 'Elegir una contraseña nueva',
    expires: (minutes) => `El enlace funciona una sola vez, durante ${minutes} minutos.`,
    ignore: 'Si no lo ha pedido, ignore este correo. Su contraseña no cambia.',
  },
  accountClosed: {
    subject: ({ account }) => `La cuenta ${account} se ha cerrado`,
    body: ({ account, date }) =>
      `La cuenta ${account} se cerró el ${date}. Sus usuarios ya no pueden iniciar sesión, sus claves de API ya no funcionan y sus solicitudes de pago abiertas se han cancelado.`,
    unexpected: 'Si no lo esperaba, póngase en contacto con nosotros.',
  },
  paid: 'Pagado',
};
