"""Words in roster headings, without accents: English, Spanish, French, German, Portuguese, and some others."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Split a text into words."""
    return frozenset(text.split())


STUDENT = words(
    "student students stu pupil pupils learner learners child children kid user alumno alumna alumnos alumnas alumnado "
    "estudiante estudiantes eleve eleves etudiant etudiante schuler schulerin schulerinnen aluno aluna alunos "
    "estudante estudantes participant sis local legal official display person member kids leerling leerlingen elev "
    "elever oppilas oppilaat ogrenci alunno alunni tanulo diak uczen ученик ученики μαθητησ תלמיד תלמידה الطالب "
    "الطالبة учня siswa murid studente studenti studentessa apprenant apprenants ucenik ucenici kind kindes kinder "
    "barn barnet छतर वदयरथ scholar scholars athlete athletes player players camper campers μαθητη ziak ziaka ziaci zak "
    "zaka zaci dziecko ucznia enfant enfants bambino bambini crianca criancas"
)
CHILD = words("child children kids kid")
LEARNER = (
    STUDENT
    - CHILD
    - words(
        "person member user display sis local legal official stu scholar scholars player players "
        "camper campers athlete athletes"
    )
)
"""Words for students that are no family names."""
AND = words("y e et und and i eta и")
FILLERS = AND | words(
    "of the de del da do das dos du des d l la el le les los der die s a en if any your my what is in as passport "
    "english would like to be or क"
)
TEACHER = words(
    "teacher teachers advisor adviser instructor lehrer lehrerin klassenleitung docente profesor profesora maestro "
    "maestra tutor tutora professor professora enseignant enseignante professeur wali insegnante coordinatore "
    "leerkracht mentor larare laerer opettaja uciteljica ucitel"
)
ADULT = words(
    "parent guardian mother father mom dad emergency contact counselor principal relationship padre madre tutores "
    "mere pere responsable responsavel encarregado mutter vater eltern erziehungsberechtigte coach staff household "
    "sibling doctor physician medecin arzt kinderarzt medico pediatra lekar huisarts huoltaja huoltajat "
    "vardnadshavare foresatt foresatte foraeldre opiekun opiekunowie genitore genitori tutor1 ouder ouders verzorger "
    "veli elternteil sorgeberechtigte sorgeberechtigter caregiver पत मत अभभवक πατρωνυμο πατροσ μητρωνυμο الاب الام "
    "ولي ojca matki phu huynh ayah ibu orang tua 保護者 父母 家长 家长姓名 父亲 母亲 보호자 학부모 carer grandparent "
    "erziehungsberechtigter erziehungsberechtigten grandmother grandfather stepmother stepfather brother sister "
    "nextofkin spouse pickup rodzic rodzice rodzica familymembers familycontact parguard childof apoderado apoderada "
    "acudiente representante tutorlegal primertutor segundotutor anyja apja gondviselo matka ojciec otec zastupce "
    "zakonny matky otce moeder vader voogd damae dopai родитељ πατερα μητερασ aiti annesi babasi velisi parinte "
    "parinti mamma pappa majka otac roditelj roditelji μητερα πατερασ κηδεμονασ мать отец родитель мати батько "
    "законныи אם אב הורה הורים caseworker therapist nurse collect collected collection abholberechtigt "
    "abholberechtigte deleghe"
)
PLACE = words(
    "school district org organization organisation institution campus building escuela colegio centro escola ecole "
    "etablissement schule schulnummer department course kurs cours subject fach bus lunch locker room section period "
    "term enrollment team assignment web database calendar schedule orgs agent"
)
NOTES = words(
    "comment note notes notas remark remarque bemerkung bemerkungen observaciones observacion observacoes anmerkung "
    "anmerkungen opmerking opmerkingen uwagi observations bem bemerk obs anm rmk observatii comments remarks"
)
PRIVATE = NOTES | words(
    "email mail courriel correo phone telephone tel telefon telefono telefone handy mobile cell sms fax address "
    "addresses street zip city postcode adresse direccion endereco morada strasse plz ort birth birthday dob born "
    "bday geburtsdatum geburtstag geburtsort geboren nacimiento naissance ne nee nascimento gender sex geschlecht "
    "genero genre sexe sexo race ethnicity hispanic latino pronouns password passwort kennwort contrasena senha "
    "login username benutzername anmeldename photo picture allergy medical iep ell frl ssn religion konfession "
    "nationality nationalitat nacionalidad language staatsangehorigkeit insurance income ahv ppsn pesel bsn fiscale "
    "personnummer cpf posta correio cellulare sesso nato nascita geboortedatum geslacht telefoon mobiel adres "
    "woonplaats spol neme fodt fodselsdato fodelsedatum sbirthday sgender kjonn kon cinsiyet cinsiyeti dogum дата "
    "рождения пол ethnic kp curp nric dni rut cedula זהות الهوية aadhaar aadhar secret accommodation accommodated "
    "modifications manager casemanager disability disabilities diagnosis exceptionality sped special gifted gt elp "
    "esl lep frpl lunch lunchpin pin pins passcode pw pwd medication medicine medicaid medicare health condition "
    "dietary diet custody immigrant migrant homeless foster situation behavior behaviour discipline incident "
    "suspension referral counseling 504 bip fsm pp citizenship staatsburgerschaft staatsangehoriger bekenntnis "
    "confession geloof religie religia glaube besonderheiten forderbedarf forderung lrs bes dsa bisogni pap pps ppre "
    "accompagnement accompagnant dispositif handicap boursier regime vegetarian plec security immunization vaccine "
    "vaccinated tribe refugee visa weight height blood chronic illness meds detentions suspended probation "
    "safeguarding protection ehcp nachteilsausgleich herkunft sorgerecht krankheiten notfall enfermedades repetidor "
    "neae acneae necesidades steuer nif looked permission release wohnort commune quartier town county village "
    "suburb barrio localidad municipio ciudad comuna bairro cidade gemeente nhs upn ssid hetu henkilotunnus svnr "
    "allergien allergie alergia lang sprache idioma langue lengua pohlavie pohlavi narodenia narozeni rodne oib "
    "urodz narodnost sukupuoli sugu nacionalidade nationalite nazionalita modersmal hkid nan ankom sasid nik cpr "
    "kimlik ハスワート الجنسية caste category sen eal premium sinh urodzenia वनकद الميلاد 身份证号 生年月日 생년월일 "
    "出生日期 性别 性別 성별 电话 電話 住所 doc documento tipodoc estrato מין טלפון נייד כתובת לידה kieli aidinkieli "
    "sprak sprog taal jezyk jazyk nyelv limba jezik keel valoda kalba lingua llengua γλωσσα язык мова bahasa لغة שפה "
    "言語 语言 언어"
)
OTHER = words(
    "score points total average overall final quiz test exam homework attendance absences gpa credits balance "
    "downloaded date enabled active status modified projet project punkte faltas link"
)
MONEY = words(
    "amount price cost costs vendor invoice qty quantity subtotal betrag preis menge precio importe cantidad prix "
    "montant quantite preco valor quantidade prezzo bedrag prijs"
)
NAME = words(
    "name names fullname nombre nombres nom noms nome nomes namen naam nimi namn navn who שם اسم الاسم 姓名 이름 "
    "성명 nama ชอสกล नम نام nafn enw"
)
GIVEN = words(
    "first given forename fname prenom vorname vornamen rufname primeiro proprio imie jmeno keresztnev utonev pila "
    "voornaam fornavn fornamn etunimi ad isim prenume prenumele propio etunimet adı имя ονομα 名 פרטי الاول імя ชอ ime "
    "име izena eesnimi vards vardas emri pangalan cyntaf sfirst ten meno krestni krstne rufnamen roepvoornaam аты"
)
FAMILY = words(
    "last family surname lname nachname nachnamen familienname zuname apellido apellidos sobrenome apelido famille "
    "cognome cognomi prijmeni nazwisko achternaam etternavn efternavn efternamn sukunimi soyad soyadi soyisim "
    "vezeteknev csaladnev priezvisko prezime patronyme nume numele langname soyadı фамилия прізвище επωνυμο 姓 משפחה "
    "العايلة longname นามสกล خانوادگی priimek cognoms abizenak abizena cyfenw apelyido perenimi uzvards pavarde "
    "mbiemri slast тегі"
)
PREFERRED = words(
    "preferred nickname nick chosen rufname goes known usual usado usuel spitzname apodo roepnaam affirmed called "
    "usage kutsumanimi tilltalsnamn pref"
)
MIDDLE = words(
    "middle mittlerer mname zweiter deuxieme otros tussenvoegsel tussenv voorvoegsel voorv отчество батькові "
    "побатькові презиме smiddle"
)
"""Also Dutch particles, which are not the initial of a name: de Vries is called V."""
ID = words(
    "id ids number numbers no nr num numero numeros n identifier identificador identificacion identificacao "
    "identifiant identification sourcedid uuid uin matricula matricule nummer kennung code codigo schulernummer "
    "ausweisnummer numara expediente processo ine nia nie personid studentnumber studentid leerlingnummer stamnummer "
    "stamboeknummer schulerkennzahl oppilasnumero elevnummer 番号 生徒番号 学籍番号 学号 번호 학번 stamnr srn nsn 學號 "
    "座號 upi מס מספר رقم adno admno leerlingnr azonosito lrn nisn nipd oen asn pen key uid orgdefinedid เลขประจาตว "
    "รหส azonositoja matricola lasid nis schlussel numer broj cislo sid elevnr elevid scn fiche μητρωου รหสนกเรยน "
    "เลขประจาตวนกเรยน број αμ"  # noqa: RUF001
)
COUNTERS = words("no nr number n num numero numara nummer ordem orden lfd 番号 座號 번호")
GRADE = words(
    "grade grades gr level jahrgang jahrgangsstufe stufe klassenstufe schulstufe niveau nivel grado ano year yr serie "
    "anno annee gradelevel leerjaar klassetrinn trinn arskurs sgrade 学年 학년 年級 年级"
)
CODES = words("code codes")
LEVEL = words("level nivel niveau")
"""Of a grade, or of anything else: "Reading level"."""
GROUP = words(
    "group groupe gruppe gruppen grupo grup set cohort grupa gruppo kindergartengruppe lerngruppe ryhma grupp groep "
    "csoport skupina grupe nhom kelompok ομαδα группа група مجموعة קבוצה 小组 組別 그룹 모둠"
)
CLASS = words(
    "class classes sec section sections homeroom hr room period clase clases turma turmas classe klasse klassen curso "
    "unidad unidade form registration trida klasa osztaly block hour enrollment enrolled sektion seccion aula klas "
    "stamgroep luokka klass basisgruppe sinif класс ταξη כיתה 組 班级 班 반 الصف หอง ชน kelas rombel lop клас کلاس ककष "
    "sezione groep razred classroom reg taldea trieda oddział clasa τμημα 班級 одељење сыныбы rollgroup homegroup"
)
ROLE = words("role roles rol rolle papel position cargo puesto")
SECRET = words("parent home learning text join login access invite invitation activation secret qr")
"""Codes with which someone signs in."""
STATUS = words("status stat active inactive enabled disabled situacao estado situacion statut stato enr")
OF_STATUS = words("enrollment enrolment enroll membership school class section matricula is course roster")
LEAVING = words(
    "exit exited withdrawal withdrawn withdraw wd leaving leave left drop dropped end ended departure transfer "
    "transferred unenrolled disenrolled baja retiro egreso sortie depart radiation abgang austritt abmeldung "
    "abmeldedatum saida desligamento transferencia uscita ritiro uitschrijving uitschrijfdatum vertrek odejscia wypisu "
    "avgang sluttdato slutdatum slutdato"
)
"""With a date: when a student left, or will leave."""
DAY = words("date day dt on fecha datum data dato jour dia dag")
OF_STATE = words("passport state national government federal estatal nacional")
"""IDs that no school gives."""
ABROAD = words("database uuid web sif other2 person2 ine lrn nisn nsn oen scn srn upi")
"""Numbers of databases and of countries, which the school's own precede."""
ELSEWHERE = words("school district course org section class state teacher institution")
OF_SCHOOLS = (
    STUDENT | FILLERS | NAME | ID | GRADE | GROUP | CLASS | PLACE | STATUS | OF_STATUS | ABROAD | ELSEWHERE
) | words("admission adm roll perm escolar registration index current oktatasi αριθμοσ αρ")  # noqa: RUF001
"""Every word of a heading that is about a school's own data, rather than a task's title."""
INITIAL = words("initial initiale inicial")
WHOLE = words(
    "volledige volledig vollstandiger ganzer intero fullt koko original teljes pelny cele completo completa complet "
    "full whole"
)
OF_NAMES = NAME | WHOLE | STUDENT | GIVEN | FAMILY | FILLERS
"""Every word of a heading of names."""
OF_HEADINGS = OF_NAMES | ID | GRADE | CLASS | GROUP | STATUS | TEACHER | PRIVATE | ADULT | SECRET | OTHER
"""Every word of a line of headings."""
ORDINAL = words("primer segundo second paterno materno")
TEAM = words(
    "team teams table tables row rows pod pods squad equipo equipos mesa fila tisch reihe equipe rang pair pairs "
    "partner partners buddies pareja parejas station center"
)
TABLES = words("team table pod squad equipo mesa tisch equipe")
"""At which students sit together, unlike those that only count seats."""
COLORS = words(
    "red blue green yellow orange purple pink black white gray brown gold silver rojo rojos azul verde amarillo "
    "naranja morado rosa rot blau grun gelb lila rouge bleu vert jaune vermelho amarelo"
)
"""Names of groups."""
GENDERS = words(
    "boys girls males females garcons filles ninos ninas chicos chicas jungen madchen meninos meninas rapazes "
    "raparigas male female maschi femmine jongens meisjes drenge piger 男生 女生 男子 女子 gutter jenter pojkar "
    "flickor pojat tytot chłopcy dziewczeta dziewczynki мальчики девочки 남자 여자 남학생 여학생 الاولاد البنات בנים "
    "בנות"
)
"""Headings of lists side by side."""
GROUPS = GROUP | TEAM
OF_GROUPS = GROUPS | COLORS | GENDERS
"""The first words of the names of groups."""
SUBJECTS = words(
    "math maths mathematics reading writing science social studies history geography music pe gym recess lunch library "
    "spelling english ela phonics assembly mathe mathematik deutsch sport pause sachunterricht religion englisch musik "
    "kunst matematicas lengua ciencias recreo ingles plastica musica francais mathematiques sciences histoire"
)
"""In timetables; not Art, which is a given name, too."""
SEAT = words("seat desk place spot chair number no nr student asiento pupitre puesto lugar platz sitz siege")
ROOM = words(
    "front back left right side of the room board whiteboard blackboard chalkboard smartboard screen projector door "
    "entrance exit window windows teacher teachers s desk podium aisle sink carpet rug cupboard empty seat frente "
    "fondo pizarra puerta ventana ventanas escritorio maestra maestro profesor profesora docente pasillo de del la el "
    "tafel tur fenster pult lehrerpult lehrertisch lehrer lehrerin vorne hinten tableau porte fenetre fenetres bureau "
    "devant fond quadro lousa porta janela janelas mesa professor lavagna cattedra finestra"
)
"""Words in seating charts that are parts of the room, not students."""
KINDS_OF_FAMILY_NAME = words("naissance usage")
"""French: nom de naissance, nom d’usage."""
